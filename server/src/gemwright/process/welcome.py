"""What to do next, for a person who started the server by hand."""

from gemwright.redis.opening import OpenStore
from gemwright.setting_kinds import Address
from gemwright.settings import Settings


def welcome(
    settings: Settings,
    address: Address,
    http: Address | None,
    metrics: Address | None,
    store: OpenStore,
) -> str:
    """The text that is printed once everything serves."""
    scheme = "https" if settings.tls_cert else "http"
    lines = [
        f"gemwright-server listens on {address}",
        f"  mode     {_mode(settings)}",
        f"  data     {store.kept(settings.fsync)}",
    ]
    if http and settings.is_development:
        lines.append(f"  web      {scheme}://{http}/")
    elif http:  # there is no page, only calls are answered
        lines.append(f"  http     {scheme}://{http}")
    if settings.workers > 1:
        lines.append(f"  workers  {settings.workers}, on the one port")
    if metrics:
        lines.append(f"  metrics  http://{metrics}/metrics")
    rest = _HOW_TO_GO_ON.format(address=address, how=_how_to_reach(settings), scheme=scheme)
    return "\n".join([*lines, *rest.splitlines()])


def _mode(settings: Settings) -> str:
    if settings.is_development:
        return "development: open to this machine, believes Bearer dev:<principal>"
    if settings.tls_client_ca:
        return f"keys from {settings.keys}, TLS with certificates of clients"
    return f"keys from {settings.keys}, {'TLS' if settings.tls_cert else 'no TLS'}"


def _how_to_reach(settings: Settings) -> str:
    """The flags of `buf curl`, which may not know who issued the certificate."""
    if settings.tls_cert is None:
        return " --http2-prior-knowledge"
    shown = " --cert FILE --key FILE" if settings.tls_client_ca else ""
    return f" --cacert {settings.tls_cert}{shown}"


_HOW_TO_GO_ON = """\
  stop     Ctrl-C or SIGTERM; a second one does not wait
Try:
  .venv/bin/buf curl --protocol grpc{how} \\
    {scheme}://{address}/gemwright.v1.CatalogService/ListGames"""
