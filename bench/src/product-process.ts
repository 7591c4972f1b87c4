/** The product in its own process, so that memory and event loop can be measured: see start-product-process.ts. */
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { startProduct } from './product.ts'

const product = await startProduct(JSON.parse(process.argv[2]!) as Record<string, string>)
const { baseUrl, database, databaseUrl } = product
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
process.on('message', (message) => {
  if (message === 'reset-delay') delay.reset()
  if (message === 'delay')
    process.send!({ p50: delay.percentile(50), p99: delay.percentile(99), max: delay.max })
})
process.send!({ baseUrl, database, databaseUrl })
while ((await once(process, 'message'))[0] !== 'stop');
await product.stop()
process.disconnect()
