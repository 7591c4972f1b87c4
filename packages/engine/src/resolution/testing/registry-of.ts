import type { RegistryFacts } from '../model/registry-facts.ts'
import { readOfResource } from '../nuget/resource-address.ts'

/** A registry with these documents, by path. */
export const registryOf = (documents: Readonly<Record<string, string>>): RegistryFacts => ({
  read: (_, document) =>
    readOfResource(document, ({ path }) =>
      Promise.resolve(
        Object.hasOwn(documents, path) ? new TextEncoder().encode(documents[path]) : ('absent' as const),
      ),
    ),
})

export const lostRegistry: RegistryFacts = { read: () => Promise.resolve('unreachable') }
