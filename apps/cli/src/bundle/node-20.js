/*
 * Polyfills for what the code uses and Node 20 lacks, imported first in the bundle. Each is only defined if missing, and
 * conforms to the specification for the arguments that our code passes: https://tc39.es/ecma262/
 */

/** Ends the process with a message on even older versions of Node. */
export function requireNode20() {
  if (Number(process.versions.node.split('.')[0]) >= 20) return
  process.stderr.write(`assay runs on Node 20 or later; this is ${process.version}.\n`)
  process.exit(-8)
}

add(Map, {
  groupBy(items, keyOf) {
    const groups = new Map()
    let index = 0
    for (const item of items) {
      const key = keyOf(item, index++)
      const group = groups.get(key)
      if (group) group.push(item)
      else groups.set(key, [item])
    }
    return groups
  },
})

add(Array, {
  async fromAsync(items) {
    const all = []
    for await (const item of items) all.push(item)
    return all
  },
})

add(Promise, {
  withResolvers() {
    let resolve
    let reject
    const promise = new Promise((done, fail) => {
      resolve = done
      reject = fail
    })
    return { promise, resolve, reject }
  },
})

add(Set.prototype, {
  difference(other) {
    return new Set([...this].filter((each) => !other.has(each)))
  },
})

/** The prototype that the iterators of arrays, maps, sets and generators share. */
const prototype = Object.getPrototypeOf(Object.getPrototypeOf([].values()))

add(prototype, {
  *map(change) {
    let index = 0
    for (const each of this) yield change(each, index++)
  },
  *filter(accepts) {
    let index = 0
    for (const each of this) if (accepts(each, index++)) yield each
  },
  *flatMap(change) {
    let index = 0
    for (const each of this) yield* change(each, index++)
  },
  *take(count) {
    if (count < 1) return
    let taken = 0
    for (const each of this) {
      yield each
      if (++taken >= count) return
    }
  },
  some(accepts) {
    for (const each of this) if (accepts(each)) return true
    return false
  },
  every(accepts) {
    for (const each of this) if (!accepts(each)) return false
    return true
  },
  find(accepts) {
    for (const each of this) if (accepts(each)) return each
    return undefined
  },
  reduce(...[change, start]) {
    return [...this].reduce(change, start)
  },
  forEach(act) {
    for (const each of this) act(each)
  },
  toArray() {
    return [...this]
  },
})

add(globalThis, { Iterator: Object.assign(function Iterator() {}, { prototype }) })
add(Iterator, {
  from: (items) => items[Symbol.iterator](),
})

function add(holder, methods) {
  for (const [name, value] of Object.entries(methods))
    if (!(name in holder)) Object.defineProperty(holder, name, { value, writable: true, configurable: true })
}
