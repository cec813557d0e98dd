"""The faults of calls that change something."""

from gemwright_conformance.incidents import CallFault, Incident


async def plain(incident: Incident) -> bytes:
    """No fault."""
    return await incident.go()


async def cut_before(incident: Incident) -> bytes:
    """Cut the connection before the call is done."""
    return await incident.cut()


async def cut_after(incident: Incident) -> bytes:
    """Do the call, and cut the connection before the answer."""
    await incident.go()
    return await incident.cut()


async def hang_before(incident: Incident) -> bytes:
    """Do nothing and answer nothing."""
    return await incident.hang()


async def hang_after(incident: Incident) -> bytes:
    """Do the call and answer nothing."""
    await incident.go()
    return await incident.hang()


def refuse(error: Exception) -> CallFault:
    """Refuse the call without doing it."""

    async def befall(incident: Incident) -> bytes:
        raise error

    return befall


def refuse_after(error: Exception) -> CallFault:
    """Do the call, and answer with an error all the same."""

    async def befall(incident: Incident) -> bytes:
        await incident.go()
        raise error

    return befall


def out_for(seconds: float) -> CallFault:
    """Do nothing, and let no server be reached for a while."""

    async def befall(incident: Incident) -> bytes:
        incident.scene.be_out_for(seconds)
        return await incident.cut()

    return befall


async def overtake(incident: Incident) -> bytes:
    """Let another player change the match first."""
    await incident.scene.rival_resigns()
    return await incident.go()


async def keep(incident: Incident) -> bytes:
    """Remember the content of the store as what it will fall back to."""
    await incident.scene.keep()
    return await incident.go()


async def lose(incident: Incident) -> bytes:
    """Let the store fall back to what was kept."""
    await incident.scene.lose()
    return await incident.go()


async def expire(incident: Incident) -> bytes:
    """Let the credential expire just before the call."""
    raise incident.scene.expire()
