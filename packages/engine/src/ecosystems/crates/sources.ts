import { rust } from '../../source-code/languages/rust.ts'
import type { PackageModules, PackageSources } from '../ecosystem.ts'

/** Packages whose libraries have other names. */
const known = new Map<string, readonly string[]>(
  Object.entries({
    'md-5': ['md5'],
    'rust-crypto': ['crypto'],
    'sha-1': ['sha1'],
  }),
)

export const crateSources: PackageSources = {
  language: rust,
  readsTree: true,
  modulesOf,
  // https://doc.rust-lang.org/cargo/reference/specifying-dependencies.html#renaming-dependencies-in-cargotoml
  moduleFiles: {
    matches: (path) => /(?:^|\/)Cargo\.toml$/.test(path),
    read: (text) => {
      const renamed = [
        ...text.matchAll(
          /^[ \t]*([\w-]{1,100})[ \t]*=[ \t]*\{[^}\n]{0,500}?\bpackage[ \t]*=[ \t]*"([^"\n]{1,100})"/gm,
        ),
        ...text.matchAll(
          /^\[[\w.'"()= -]*dependencies\.([\w-]{1,100})\][ \t]*\n(?:[^[\n][^\n]*\n){0,20}?package[ \t]*=[ \t]*"([^"\n]{1,100})"/gm,
        ),
      ]
      return new Map(
        renamed.map(([, name = '', of = '']) => {
          const own = modulesOf(of)
          return [of, { ...own, names: [...own.names, name.replaceAll('-', '_')] }]
        }),
      )
    },
  },
}

/** Bindings are linked, and macros derived, without their names. */
function modulesOf(name: string): PackageModules {
  const names = known.get(name) ?? [name.toLowerCase().replaceAll('-', '_')]
  return { names, areAll: !/[-_](?:sys|derive|macros?|impl)$/.test(name) }
}
