package gemwright.client

import io.grpc.TlsChannelCredentials
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir
import java.io.File
import java.security.KeyStore
import java.util.Base64
import kotlin.time.Duration.Companion.seconds

class EncryptionTest {
    @TempDir
    private lateinit var folder: File
    private val certificate: File by lazy { File(folder, "certificate.pem") }
    private val key: File by lazy { File(folder, "key.pem") }

    @Test
    fun `a server is called over TLS by who believes its certificate, and by nobody else`() = test {
        makeCertificate()
        DevelopmentServer("--tls-cert", "$certificate", "--tls-key", "$key").use { server ->
            val believed = TlsChannelCredentials.newBuilder().trustManager(certificate).build()
            Client(server.address, credentials = believed).use {
                assertTrue(it.catalogue.info().isDevelopmentMode)
            }
            Client("https://${server.address}", patience = 1.seconds).use {
                assertThrows<UnreachableException> { it.catalogue.info() }
            }
        }
    }

    private fun makeCertificate() {
        val store = File(folder, "store")
        val made = ProcessBuilder(
            File(System.getProperty("java.home"), "bin/keytool").path, "-genkeypair",
            "-alias", ALIAS, "-keyalg", "EC", "-groupname", "secp256r1", "-dname", "CN=localhost",
            "-ext", "san=ip:127.0.0.1", "-keystore", "$store", "-storepass", PASSWORD,
        ).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor()
        check(made == 0)
        val keys = KeyStore.getInstance(store, PASSWORD.toCharArray())
        writePem(certificate, "CERTIFICATE", keys.getCertificate(ALIAS).encoded)
        writePem(key, "PRIVATE KEY", keys.getKey(ALIAS, PASSWORD.toCharArray()).encoded)
    }

    private fun writePem(file: File, name: String, content: ByteArray) {
        val lines = Base64.getMimeEncoder().encodeToString(content)
        file.writeText("-----BEGIN $name-----\n$lines\n-----END $name-----\n")
    }

    private companion object {
        const val ALIAS = "server"
        const val PASSWORD = "changeit"
    }
}
