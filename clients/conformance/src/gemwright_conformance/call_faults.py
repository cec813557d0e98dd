"""What can befall a call that changes something."""

from gemwright_conformance.incidents import CallFault, Incident


async def plain(incident: Incident) -> bytes:
    """Nothing."""
    return await incident.go()


async def cut_before(incident: Incident) -> bytes:
    """The connection is cut before anything is done."""
    return await incident.cut()


async def cut_after(incident: Incident) -> bytes:
    """It is done, and the connection is cut before the answer."""
    await incident.go()
    return await incident.cut()


async def hang_before(incident: Incident) -> bytes:
    """Nothing is done, and nothing is answered."""
    return await incident.hang()


async def hang_after(incident: Incident) -> bytes:
    """It is done, and nothing is answered."""
    await incident.go()
    return await incident.hang()


def refuse(error: Exception) -> CallFault:
    """It is refused, and nothing is done."""

    async def befall(incident: Incident) -> bytes:
        raise error

    return befall


def refuse_after(error: Exception) -> CallFault:
    """It is done, and the answer is an error all the same."""

    async def befall(incident: Incident) -> bytes:
        await incident.go()
        raise error

    return befall


def out_for(seconds: float) -> CallFault:
    """Nothing is done, and for a while nobody can be reached."""

    async def befall(incident: Incident) -> bytes:
        incident.scene.be_out_for(seconds)
        return await incident.cut()

    return befall


async def overtake(incident: Incident) -> bytes:
    """Somebody else changes the match first."""
    await incident.scene.rival_resigns()
    return await incident.go()


async def keep(incident: Incident) -> bytes:
    """What the store holds now is what it will fall back to."""
    await incident.scene.keep()
    return await incident.go()


async def lose(incident: Incident) -> bytes:
    """The store falls back to what was kept."""
    await incident.scene.lose()
    return await incident.go()


async def expire(incident: Incident) -> bytes:
    """The credential has just expired."""
    raise incident.scene.expire()
