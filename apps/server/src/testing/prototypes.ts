const shared = {
  Object,
  Array,
  Function,
  String,
  Number,
  Boolean,
  Date,
  RegExp,
  Error,
  Map,
  Set,
  Promise,
  Uint8Array,
}

/** Remembers the properties that every object inherits; the returned function lists those that have changed. */
export function watchPrototypes(): () => string[] {
  const before = properties()
  return () => {
    const after = properties()
    const names = new Set([...before.keys(), ...after.keys()])
    return [...names].filter((name) => before.get(name) !== after.get(name))
  }
}

function properties(): Map<string, unknown> {
  const found = new Map<string, unknown>()
  for (const [type, { prototype }] of Object.entries(shared)) {
    for (const key of Reflect.ownKeys(prototype)) {
      const property = Object.getOwnPropertyDescriptor(prototype, key)
      found.set(`${type}.prototype.${String(key)}`, property?.get ?? property?.value)
    }
  }
  return found
}
