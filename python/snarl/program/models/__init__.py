"""Library models: what natives and library methods do to references, in place of their bodies.

The models are data, in the `.toml` files beside this one and under `[models]` in the user's
`snarl.toml`. `docs/models.md` tells how to write one. `loading` reads the files; `matching` finds
the methods that their entries are about, `language` reads the effects, and `compiling` makes them
bodies for the engine, with the members that `linking` finds.
"""

from snarl.program.models.entries import ModelError
from snarl.program.models.loading import Models, load_models
from snarl.program.models.matching import Purpose

__all__ = ["ModelError", "Models", "Purpose", "load_models"]
