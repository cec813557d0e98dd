package gemwright.client

import java.io.File
import java.nio.file.Files
import java.nio.file.Path
import java.util.concurrent.TimeUnit
import kotlin.concurrent.thread

/** The folder of the checkout that this client lies in. */
val CHECKOUT: Path = Path.of("..", "..").toAbsolutePath().normalize()

private val PROGRAM = System.getProperty("gemwright.server")
    ?: CHECKOUT.resolve(".venv/bin/gemwright-server").toString()
private const val STARTED = "gemwright-server listens on "
private const val STOPS_WITHIN_S = 20L

/** A command of the server's program. */
fun serverCommand(vararg words: String): ProcessBuilder = ProcessBuilder(PROGRAM, *words)

/** A real server in a process of its own, with a folder that outlives it until [close]. */
class DevelopmentServer(private vararg val flags: String) : AutoCloseable {
    private val folder: File = Files.createTempDirectory("gemwright-kotlin").toFile()
    private val log = File(folder, "log")
    private var process: Process? = null

    /** Where it listens; the same after a restart. */
    var address: String = "127.0.0.1:0"
        private set

    init {
        Runtime.getRuntime().addShutdownHook(Thread(::close))
        start()
    }

    /** Start it on the port and the data it had before. */
    fun start() {
        val words = arrayOf("--listen", address, "--http", "off", "--data", "$folder/data")
        val started = serverCommand(*words, *flags).redirectError(log).start()
        process = started
        val lines = started.inputStream.bufferedReader()
        val line = lines.lineSequence().firstOrNull { it.startsWith(STARTED) }
            ?: error("the server did not start: ${log.readText()}")
        address = line.removePrefix(STARTED)
        thread(isDaemon = true) { lines.forEachLine { } } // lest it waits for a reader
    }

    /** Take its power away. */
    fun kill() {
        process?.destroyForcibly()?.waitFor()
    }

    override fun close() {
        val running = process ?: return
        process = null
        running.destroy() // so that it can stop its own Valkey
        if (!running.waitFor(STOPS_WITHIN_S, TimeUnit.SECONDS)) running.destroyForcibly().waitFor()
        folder.deleteRecursively()
    }

    companion object {
        /** One for all tests that do it no harm. */
        val shared: DevelopmentServer by lazy { DevelopmentServer() }
    }
}
