import type { Field, Message } from './protobuf.ts'

// The fields that are read: https://github.com/CycloneDX/specification/blob/master/schema/bom-1.6.proto

const text = (name: string): Field => ({ name, kind: 'text' })
const number = (name: string): Field => ({ name, kind: 'number' })
const one = (name: string, message: () => Message): Field => ({ name, kind: message })
const many = (name: string, message: () => Message): Field => ({ name, kind: message, isList: true })
const names = (name: string, values: string): Field => ({ name, kind: values.split(' ') })

/** A name of '-' is unused. */
const types =
  '- application framework library operating-system device file container firmware device-driver platform machine-learning-model data cryptographic-asset'
const hashes =
  '- MD5 SHA-1 SHA-256 SHA-384 SHA-512 SHA3-256 SHA3-384 SHA3-512 BLAKE2b-256 BLAKE2b-384 BLAKE2b-512 BLAKE3'
const references =
  'other vcs issue-tracker website advisories bom mailing-list social chat documentation support distribution license build-meta build-system'
const techniques =
  'source-code-analysis binary-analysis manifest-analysis ast-fingerprint hash-comparison instrumentation dynamic-analysis filename attestation other'

const license: Message = { 1: text('id'), 2: text('name'), 4: text('url') }
const licenseChoice: Message = { 1: one('license', () => license), 2: text('expression') }
const property: Message = { 1: text('name'), 2: text('value') }

const evidence: Message = {
  2: many('copyright', () => ({ 1: text('text') })),
  3: many('identity', () => ({
    1: names('field', '- group name version purl cpe swid hash omniborId swhid'),
    2: { name: 'confidence', kind: 'float' },
    3: many('methods', () => ({
      1: names('technique', techniques),
      2: { name: 'confidence', kind: 'float' },
      3: text('value'),
    })),
    5: text('concludedValue'),
  })),
  4: many('occurrences', () => ({
    2: text('location'),
    3: number('line'),
    4: number('offset'),
    5: text('symbol'),
    6: text('additionalContext'),
  })),
}

const component: Message = {
  1: names('type', types),
  3: text('bom-ref'),
  7: text('group'),
  8: text('name'),
  9: text('version'),
  11: names('scope', 'required required optional excluded'),
  12: many('hashes', () => ({ 1: names('alg', hashes), 2: text('content') })),
  13: many('licenses', () => licenseChoice),
  14: text('copyright'),
  15: text('cpe'),
  16: text('purl'),
  19: one('pedigree', () => ({ 1: many('ancestors', () => component) })),
  20: many('externalReferences', () => ({ 1: names('type', references), 2: text('url') })),
  21: many('components', () => component),
  22: many('properties', () => property),
  23: one('evidence', () => evidence),
}

const dependency: Message = { 1: text('ref'), 2: many('dependencies', () => dependency) }

export const bomMessage: Message = {
  1: text('specVersion'),
  3: text('serialNumber'),
  4: one('metadata', () => ({ 4: one('component', () => component), 8: many('properties', () => property) })),
  5: many('components', () => component),
  8: many('dependencies', () => dependency),
}
