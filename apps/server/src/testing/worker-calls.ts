import { threadId } from 'node:worker_threads'

// Functions that tests run in threads and processes.

export const echo = (value: unknown) => value

export const workerNumber = () => `${process.pid}:${threadId}`

export const environment = () => Object.keys(process.env)

export function fail(): never {
  throw new Error('It failed on purpose')
}

export const overflow = (depth: number): number => overflow(depth + 1) + 1

/** An object in an array in an object, and so on. */
export function nest(levels: number): unknown {
  let value: unknown = null
  for (let level = 0; level < levels; level++) value = { inner: [value] }
  return value
}

export function spin(): never {
  for (;;);
}

export const waitForever = () => new Promise(() => setInterval(() => undefined, 1000))

export const backtrack = () => /^(?:a+)+$/.test(`${'a'.repeat(60)}b`)

export function hoardObjects(): never {
  const objects: object[] = []
  for (;;) objects.push({ at: objects.length })
}

export function hoardJson(): number {
  return (JSON.parse(`[${'{"a":1},'.repeat(2_000_000)}0]`) as unknown[]).length
}

export function hoardText(): never {
  const names: string[] = []
  for (;;) names.push(String(names.length).padStart(1000).toUpperCase())
}

/** Returns its argument after some turns of the event loop. */
export async function work(value: unknown): Promise<unknown> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setTimeout(resolve, 20))
  return value
}
