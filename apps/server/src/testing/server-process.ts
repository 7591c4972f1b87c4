import { once } from 'node:events'
import { readConfig } from '#config.ts'
import { startServer } from '#server.ts'

// The whole server in a process of its own, of which a test can measure the memory. Its settings come as a message.
const [settings] = (await once(process, 'message')) as [Record<string, string>]
const server = await startServer(readConfig(settings))
process.send!({ url: server.address })
await once(process, 'message')
await server.stop()
process.disconnect()
