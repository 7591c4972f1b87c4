import { textOf } from '../../documents/parsers/json-value.ts'
import type { Release } from '../../releases/release.ts'
import type { RegistryFacts } from '../model/registry-facts.ts'
import { type Manifest, Packuments } from './packuments.ts'

/** The releases of a package, with what all of them require; null if the registry does not have it or is lost. */
export async function npmReleases(facts: RegistryFacts, name: string): Promise<Release[] | null> {
  const packument = await new Packuments(facts).find(name)
  return packument && [...packument.versions.values()].map(releaseOf)
}

const releaseOf = (manifest: Manifest): Release => ({
  version: manifest.version,
  publishedAt: null,
  requires: requiresOf(manifest),
  ...(manifest.deprecated !== '' && { deprecated: manifest.deprecated }),
  ...(manifest.engine !== '' && { runtime: manifest.engine }),
})

/** Those under another name are packages of their own: 'npm:lodash@^4.17.0'. */
const requiresOf = ({ dependencies, optionalDependencies, peerDependencies }: Manifest) =>
  Object.fromEntries(
    Object.entries({ ...peerDependencies, ...dependencies, ...optionalDependencies }).map(([name, range]) => {
      const [, aliased, of] = /^npm:(@?[^@]+)@(.*)$/.exec(textOf(range)) ?? []
      return aliased === undefined ? [name, textOf(range)] : [aliased, of!]
    }),
  )
