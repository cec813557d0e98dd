"""Who looks at a match: a seat, or a spectator, who is nobody in particular."""


def check_viewer(viewer: int | None, seats: int) -> None:
    """Refuse a viewer that is none, before anything is shown to it."""
    if viewer is not None and (isinstance(viewer, bool) or viewer not in range(seats)):
        raise ValueError(f"a viewer is a seat from 0 to {seats - 1} or None, not {viewer!r}")
