import { recordOf, textOf } from '@assay/engine/documents/parsers/json-value.ts'
import { readToml } from '@assay/engine/documents/parsers/toml-document.ts'
import { ownProperty } from '@assay/engine/own-property.ts'
import { join } from 'node:path'
import { type ClientConfiguration, readFirst, registryAt } from './machine.ts'

// https://doc.rust-lang.org/cargo/reference/source-replacement.html

const maxReplacements = 5

export const cargoConfig: ClientConfiguration = {
  ecosystem: 'crates.io',
  async find(machine) {
    const home = machine.variable('CARGO_HOME')
    const read = (name: string) => () =>
      home === undefined ? machine.readHome(`.cargo/${name}`) : machine.read(join(home, name))
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
