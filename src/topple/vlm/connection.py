"""Reach a model: its provider, its address, its key, and errors in plain words."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlsplit

from topple.errors import BadInput, MissingExtra, ToppleError, UnknownName
from topple.vlm.baselines import BASELINES
from topple.vlm.replies import check_reply

if TYPE_CHECKING:
    from inspect_ai.model import Model

_ENDPOINT = "endpoint"  # the provider name for a bare base URL
# These take a base URL themselves; `openai/` would ask the Responses API, which few servers have.
_OWN_URL = ("openai-api", "vllm", "ollama")
# For suggestions; Inspect knows more.
_PROVIDERS = (
    *("anthropic", "azureai", "bedrock", "google", "grok", "groq", "hf", "mistral", "ollama"),
    *("openai", "openai-api", "openrouter", "sglang", "together", "topple", "vllm"),
)
_SECRETS = ("key", "apikey", "token", "secret", "password", "authorization", "cookie")


def endpoint_of(name: str, base_url: str | None) -> str:
    """Return a hash of the address that a model is reached at; empty for the provider's own."""
    provider, _, rest = name.partition("/")
    if provider == "openai-api":
        provider = rest.partition("/")[0]
    variable = f"{provider.upper().replace('-', '_')}_BASE_URL"
    url = base_url or os.environ.get(variable, "")
    if not url or name.startswith(BASELINES):
        return ""
    return hashlib.sha256(url.rstrip("/").encode()).hexdigest()[:12]


def check_url(url: str | None) -> None:
    """Refuse an address that is none, or that holds a secret, which logs would keep."""
    if url is None:
        return
    try:
        parts = urlsplit(url)
        whole = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        whole = False
    if not whole:
        raise BadInput(f"`{url[:80]}` is no URL", "give one such as http://127.0.0.1:8000/v1")
    named = (name for name, _ in parse_qsl(parts.query, keep_blank_values=True))
    if parts.username or parts.password or any(map(_is_secret, named)):
        raise BadInput(
            "the URL holds a user name or password, or a key, which the run folder would keep",
            "give the URL without them, and the key in OPENAI_API_KEY",
        )


def check_arguments(arguments: Mapping[str, Any]) -> None:
    """Refuse secrets among the arguments of a model, which the run folder would keep."""
    for name, value in arguments.items():
        if isinstance(value, Mapping):
            check_arguments(value)
        if _is_secret(name):
            raise BadInput(
                f"--set {name} would write a secret into the run folder",
                "give keys in environment variables, for example OPENAI_API_KEY",
            )


def _is_secret(name: str) -> bool:
    return any(word in _SECRETS for word in re.split(r"[^a-z]+", name.lower()))


def split_arguments(found: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Split settings into those of answers, which all providers share, and those of a provider."""
    try:
        from inspect_ai.model import GenerateConfig
    except ImportError as error:
        raise MissingExtra("evaluating models", "vlm") from error
    shared = {name: value for name, value in found.items() if name in GenerateConfig.model_fields}
    try:
        GenerateConfig(**shared)
    except ValueError as error:
        raise BadInput(f"--set: {' '.join(str(error).split())}", "give another value") from error
    return shared, {name: value for name, value in found.items() if name not in shared}


def connect(
    name: str, arguments: Mapping[str, Any], base_url: str | None, api_key: str | None, seed: int
) -> Model:
    """Return Inspect's model; raise `BadInput` if it cannot be had."""
    try:
        from inspect_ai.model import get_model
    except ImportError as error:
        raise MissingExtra("evaluating models", "vlm") from error
    from topple.vlm import provider  # noqa: F401  registers baselines as models

    full, key = _full_name(name, base_url, api_key)
    own = {**arguments, "seed": seed} if full.startswith(BASELINES) else dict(arguments)
    try:
        model = get_model(full, base_url=base_url, api_key=key, memoize=False, **own)
    except (ValueError, TypeError, ImportError) as error:
        if "not recognized" in str(error):
            raise UnknownName("provider", full.partition("/")[0], _PROVIDERS) from error
        raise BadInput(
            f"`{full}` cannot be set up: {error}", "check the options given with --set"
        ) from error
    except Exception as error:
        # Inspect does not export its error for what a provider lacks, such as a package or a key.
        if type(error).__name__ != "PrerequisiteError":
            raise
        raise _unmet(full, str(getattr(error, "message", error))) from error
    # The clients of OpenAI and Anthropic would repeat each question twice on their own.
    client: Any = getattr(model.api, "client", None)
    if hasattr(client, "max_retries"):
        client.max_retries = 0
    hooks: Any = getattr(getattr(client, "_client", None), "event_hooks", None)
    if hooks is not None:
        hooks["response"].append(check_reply)
        client._client.event_hooks = hooks
    return model


def _full_name(name: str, base_url: str | None, api_key: str | None) -> tuple[str, str | None]:
    """Return Inspect's name of a model, and its key; a bare name is looked up at the base URL."""
    provider, slash, rest = name.partition("/")
    if base_url is None:
        if not slash:
            raise BadInput(
                f"`{name[:60]}` does not name a provider",
                "give provider/model, for example openai/gpt-4o, or --base-url",
            )
        return name, api_key
    if slash and (provider in _OWN_URL or name.startswith(BASELINES)):
        return name, api_key
    key = api_key or os.environ.get("OPENAI_API_KEY") or "none"
    return f"openai-api/{_ENDPOINT}/{rest if provider == 'openai' else name}", key


def _unmet(name: str, message: str) -> ToppleError:
    """Return what a provider lacks, without Inspect's markup."""
    from rich.text import Text

    words = " ".join(Text.from_markup(message).plain.split()).removeprefix("ERROR: ")
    return BadInput(
        f"`{name}` cannot be asked: {words}",
        "set the provider's key in the environment, or give --base-url for a server of your own",
    )
