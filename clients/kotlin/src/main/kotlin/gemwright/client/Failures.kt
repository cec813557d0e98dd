/** Reading why a call failed: the `google.rpc.Status` in its trailers becomes [Facts]. */
package gemwright.client

import com.google.protobuf.ByteString
import com.google.protobuf.InvalidProtocolBufferException
import com.google.protobuf.MessageLite
import com.google.protobuf.Parser
import gemwright.client.wire.BadRequest
import gemwright.client.wire.ErrorInfo
import gemwright.client.wire.RetryInfo
import gemwright.v1.ErrorReason
import gemwright.v1.FieldViolation
import gemwright.v1.Refusal
import gemwright.v1.StaleVersion
import gemwright.v1.fieldViolation
import io.grpc.Metadata
import io.grpc.Status
import io.grpc.StatusException
import kotlin.time.Duration
import kotlin.time.Duration.Companion.nanoseconds
import kotlin.time.Duration.Companion.seconds
import gemwright.client.wire.Status as PackedStatus

private const val DOMAIN = "gemwright"
private const val REASON_PREFIX = "ERROR_REASON_"
private val DETAILS: Metadata.Key<ByteArray> =
    Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER)

/**
 * What a broken connection, or the end of a server, makes of a call, unless a server has spoken.
 * `INTERNAL` is what gRPC reads where a proxy resets a stream whose server has gone.
 */
private val UNKNOWN_OUTCOMES = setOf(
    Status.Code.UNAVAILABLE,
    Status.Code.DEADLINE_EXCEEDED,
    Status.Code.CANCELLED,
    Status.Code.UNKNOWN,
    Status.Code.INTERNAL,
)

/** What a failed call is thrown as. */
internal fun failureOf(error: StatusException): GemwrightException {
    if (generateSequence<Throwable>(error) { it.cause }.any { it is InvalidProtocolBufferException })
        return ReplyUnusableException("an answer that is no message of the contract")
    val details = detailsOf(error.trailers?.get(DETAILS))
    val info = details.read("ErrorInfo", ErrorInfo.parser())
    val text = error.status.description ?: error.status.cause?.message ?: "no answer"
    if (info?.domain != DOMAIN) return failureOfNetwork(error.status.code, text)
    return failureOf(factsOf(info, error.status.code, text, details))
}

/** A failure that no server of ours has spoken of. */
internal fun failureOfNetwork(code: Status.Code, text: String): CallException {
    val facts = Facts.ofNetwork(code, text)
    return if (code in UNKNOWN_OUTCOMES) UnreachableException(facts)
    else RefusedByNetworkException(facts)
}

/** The class that a reason has; the compiler sees to it that each has one. */
private fun failureOf(facts: Facts): CallException = when (facts.reason) {
    ErrorReason.ERROR_REASON_INVALID_FIELD -> InvalidRequestException(facts)
    ErrorReason.ERROR_REASON_CREDENTIALS_MISSING,
    ErrorReason.ERROR_REASON_CREDENTIALS_INVALID -> NotAuthenticatedException(facts)
    ErrorReason.ERROR_REASON_TOKEN_EXPIRED -> TokenExpiredException(facts)
    ErrorReason.ERROR_REASON_SCOPE_MISSING,
    ErrorReason.ERROR_REASON_NOT_YOUR_SEAT,
    ErrorReason.ERROR_REASON_MATCH_PRIVATE,
    ErrorReason.ERROR_REASON_JOIN_TOKEN_INVALID,
    ErrorReason.ERROR_REASON_DEVELOPMENT_ONLY -> NotAllowedException(facts)
    ErrorReason.ERROR_REASON_MATCH_NOT_FOUND -> MatchNotFoundException(facts)
    ErrorReason.ERROR_REASON_STALE_VERSION -> StaleVersionException(facts)
    ErrorReason.ERROR_REASON_ACTION_REFUSED -> ActionRefusedException(facts)
    ErrorReason.ERROR_REASON_MATCH_WAITING,
    ErrorReason.ERROR_REASON_MATCH_OVER,
    ErrorReason.ERROR_REASON_MATCH_NOT_OVER,
    ErrorReason.ERROR_REASON_MATCH_UNREADABLE -> WrongStateException(facts)
    ErrorReason.ERROR_REASON_REQUEST_ID_REUSED,
    ErrorReason.ERROR_REASON_SEED_USED -> AlreadyUsedException(facts)
    ErrorReason.ERROR_REASON_OUTCOME_UNKNOWN,
    ErrorReason.ERROR_REASON_STORE_UNAVAILABLE,
    ErrorReason.ERROR_REASON_DRAINING -> UnavailableException(facts)
    ErrorReason.ERROR_REASON_LIMIT_EXCEEDED -> LimitExceededException(facts)
    ErrorReason.ERROR_REASON_INTERNAL,
    ErrorReason.ERROR_REASON_UNSPECIFIED,
    ErrorReason.UNRECOGNIZED -> ServerFaultException(facts)
}

private fun factsOf(info: ErrorInfo, code: Status.Code, text: String, details: Details): Facts =
    Facts(
        reason = reasonOf(info.reason),
        reasonName = info.reason,
        code = code,
        text = text.removeSuffix(" [${info.reason}]"),
        trace = info.metadataMap["trace"].orEmpty(),
        retryAfter = details.read("RetryInfo", RetryInfo.parser())?.let(::delayOf),
        violations = details.read("BadRequest", BadRequest.parser())?.let(::violationsOf).orEmpty(),
        currentVersion = details.read("StaleVersion", StaleVersion.parser())?.currentVersion,
        refusal = details.read("Refusal", Refusal.parser()) ?: Refusal.getDefaultInstance(),
    )

private fun reasonOf(name: String): ErrorReason =
    ErrorReason.entries.find { it.name == REASON_PREFIX + name } ?: ErrorReason.UNRECOGNIZED

private fun delayOf(info: RetryInfo): Duration =
    info.retryDelay.seconds.seconds + info.retryDelay.nanos.nanoseconds

private fun violationsOf(request: BadRequest): List<FieldViolation> =
    request.fieldViolationsList.map {
        fieldViolation {
            field = it.field
            description = it.description
        }
    }

/** The details of a failed call by the last part of their names; none that cannot be read. */
private class Details(private val contents: Map<String, ByteString>) {
    fun <M : MessageLite> read(name: String, parser: Parser<M>): M? =
        contents[name]?.let { readOrNull { parser.parseFrom(it) } }
}

private fun detailsOf(packed: ByteArray?): Details {
    val status = packed?.let { readOrNull { PackedStatus.parseFrom(it) } }
    val details = status?.detailsList.orEmpty()
    return Details(details.associate { it.typeUrl.substringAfterLast('.') to it.value })
}

private inline fun <M> readOrNull(read: () -> M): M? =
    try {
        read()
    } catch (_: InvalidProtocolBufferException) {
        null
    }
