import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startTestServer, type TestServer, type TestServerOptions } from './test-server.ts'

/** A server for all tests of a file. Options that depend on other such things are a function. */
export const testServer = (options: TestServerOptions | (() => TestServerOptions) = {}): TestServer =>
  forAllTests(() => startTestServer(typeof options === 'function' ? options() : options))

/** Makes what all tests of a file use before the first of them, and stops it after the last. */
export function forAllTests<Made extends object>(make: () => Promise<Made>): Made {
  const { made, remake } = madeLater(make)
  beforeAll(remake)
  afterAll(() => end(made))
  return made
}

const end = (made: { stop?: () => unknown; drop?: () => unknown }): unknown => made.stop?.() ?? made.drop?.()

/** Makes what each test has for itself. */
export function forEachTest<Made extends object>(make: () => Promise<Made>): Made {
  const { made, remake } = madeLater(make)
  beforeEach(remake)
  return made
}

/** Stands for what was made last: hooks and tests read it, the modules around them only pass it on. */
function madeLater<Made extends object>(make: () => Promise<Made>) {
  let current: Partial<Made> = {}
  const made = new Proxy({} as Made, {
    get: (_, key) => Reflect.get(current, key) as unknown,
    set: (_, key, value) => Reflect.set(current, key, value),
    has: (_, key) => Reflect.has(current, key),
    ownKeys: () => Reflect.ownKeys(current),
    getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(current, key),
  })
  const remake = async () => {
    current = await make()
  }
  return { made, remake }
}
