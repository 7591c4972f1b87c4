import { recordOf, textOf } from '@assay/engine/documents/parsers/json-value.ts'
import { readToml } from '@assay/engine/documents/parsers/toml-document.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import { join } from 'node:path'
import { type PackageManagerConfig, readFirst, registryAt } from './config-files.ts'

// https://doc.rust-lang.org/cargo/reference/source-replacement.html

const maxReplacements = 5

export const cargoConfig: PackageManagerConfig = {
  ecosystem: 'crates.io',
  async find(files) {
    const home = files.variable('CARGO_HOME')
    const read = (name: string) => () =>
      home === undefined ? files.readHome(`.cargo/${name}`) : files.read(join(home, name))
    const text = await readFirst([read('config.toml'), read('config')])
    const { json } = readToml({ path: 'config.toml', bytes: new TextEncoder().encode(text ?? '') })
    const sources = recordOf(recordOf(json)['source'])
    const sourceOf = (name: string) => recordOf(ownProperty(sources, name))
    let source = sourceOf('crates-io')
    for (let count = 0; count < maxReplacements; count++) {
      const next = textOf(source['replace-with'])
      if (next === '') break
      source = sourceOf(next)
    }
    // Git-based indexes are not supported.
    const address = textOf(source['registry'])
    const registry = address.startsWith('sparse+') ? registryAt(address.slice('sparse+'.length)) : null
    return registry === null ? [] : [registry]
  },
}
