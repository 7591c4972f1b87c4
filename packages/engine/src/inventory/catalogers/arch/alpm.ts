import type { Cataloger } from '../../model/cataloger.ts'
import { foundOsPackage } from '../os-package.ts'
import { textOfFile } from '../text-lines.ts'

// https://man.archlinux.org/man/core/pacman/alpm.3: one folder per package.

const pattern = /^(?:(.*)\/)?var\/lib\/pacman\/local\/[^/]+\/desc$/s

/** The database of Arch Linux's packages. No advisories in OSV's format are published for them. */
export const alpm: Cataloger = {
  id: 'alpm',
  claims: (path) => pattern.test(path),
  read({ path, bytes }, { systemAt }) {
    const system = systemAt(pattern.exec(path)?.[1] ?? '')
    const get = blocksOf(textOfFile(bytes))
    const [base, name] = [get('BASE'), get('NAME')]
    const found = foundOsPackage(
      {
        type: 'alpm',
        name,
        version: get('VERSION'),
        arch: get('ARCH'),
        qualifiers: { upstream: base === name ? '' : base },
        licenses: get('LICENSE') === '' ? [] : [get('LICENSE')],
      },
      { system: { ...system, namespace: system.namespace ?? 'arch' }, path },
    )
    return { packages: found ? [found] : [], issues: [] }
  },
}

/** '%NAME%', then its first value. */
function blocksOf(text: string): (key: string) => string {
  const values = new Map<string, string>()
  for (const [, key, value] of text.matchAll(/^%([A-Z\d]+)%\r?\n([^\n%]*)/gm)) values.set(key!, value!.trim())
  return (key) => values.get(key) ?? ''
}
