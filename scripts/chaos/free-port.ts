import { createServer } from 'node:net'

/** Below the range for outgoing connections, which could take the port while the product is down. */
const [lowest, count] = [10_000, 20_000]
const attempts = 100

/** A port that nothing listens on. */
export async function freePort(): Promise<number> {
  for (let left = attempts; left > 0; left--) {
    const port = lowest + Math.floor(Math.random() * count)
    if (await isFree(port)) return port
  }
  throw new Error(`No free port was found in ${attempts} attempts`)
}

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
