"""Library models: what natives and library methods do to references, in place of their bodies.

The models are data, in the `.toml` files beside this one and under `[models]` in the user's
`snarl.toml`. `docs/models.md` tells how to write one. `language` reads the effects, `loading`
checks them against a program and makes them bodies for the engine.
"""

from snarl.program.models.loading import ModelError, Models, Purpose, load_models

__all__ = ["ModelError", "Models", "Purpose", "load_models"]
