import { expect, it } from 'vitest'
import { listed, readFixture } from '../../testing/listed.ts'
import { readDocument } from '../../read.ts'
import { cpanfileSnapshot } from './cpanfile-snapshot.ts'

it('lists distributions, linked by the modules they provide', () => {
  const result = readFixture(cpanfileSnapshot, 'cpanfile.snapshot')
  expect(listed(result)).toEqual([
    'Class-Method-Modifiers 2.15 runtime ? < Moo',
    'Moo 2.005005 runtime ? < libwww-perl',
    'Role-Tiny 2.002004 runtime ? < Moo',
    'libwww-perl 6.77 runtime ?',
    'version v0.99.29 runtime ?',
  ])
  expect(result.inventory?.components.map(({ purl }) => purl)).toContain('pkg:cpan/libwww-perl@6.77')
  expect(result.inventory?.issues).toEqual([])
})

it('reports a distribution without a version, and rejects a file without distributions', () => {
  const read = (text: string) =>
    readDocument({ path: 'cpanfile.snapshot', bytes: new TextEncoder().encode(text) })
  const { inventory } = read('# carton snapshot format: version 1.0\nDISTRIBUTIONS\n  Acme\n')
  expect(inventory!.issues).toMatchObject([{ code: 'version-missing', where: 'cpanfile.snapshot:3' }])
  expect(read('# carton snapshot format: version 1.0\n').issues).toMatchObject([{ code: 'document-unknown' }])
})
