"""The documentation as a site: what MkDocs adds to the pages under docs/."""
