"""The metric of rope: creatures fed, and stars collected."""
