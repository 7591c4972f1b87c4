import { once } from 'node:events'
import { readConfig } from '#config.ts'
import { startServer } from '#server.ts'

// The whole server in its own process, so that a test can measure its memory. Receives its settings as a message.
const [settings] = (await once(process, 'message')) as [Record<string, string>]
const server = await startServer(readConfig(settings))
process.send!({ url: server.address })
await once(process, 'message')
await server.stop()
process.disconnect()
