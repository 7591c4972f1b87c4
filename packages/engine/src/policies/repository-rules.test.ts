import { describe, expect, it } from 'vitest'
import { readDocuments } from '../documents/read.ts'
import { maxRepositoryRules, readRepositoryRules } from './repository-rules.ts'

const encode = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => readRepositoryRules({ path: 'assay.yaml', bytes: encode(text) })

const file = `rules:
  - name: No GPL
    when: license.ids.exists(id, id.startsWith("GPL-"))
  - name: Known exploited
    when: finding.kev
    effect: warn
    unknown: apply
`

describe('an assay.yaml', () => {
  it('is read with its rules, which fail by default', () => {
    const { rules, issues } = read(file)
    expect(issues).toEqual([])
    expect(rules).toMatchObject([
      { name: 'No GPL', effect: 'fail', whenUnknown: 'pass', mode: 'on', file: 'assay.yaml' },
      { name: 'Known exploited', condition: 'finding.kev', effect: 'warn', whenUnknown: 'apply' },
    ])
    expect(read(file).rules.map(({ uuid }) => uuid)).toEqual(rules.map(({ uuid }) => uuid))
  })

  it.each([
    ['a: [', 'yaml-invalid'],
    ['{}', 'rules-unreadable'],
    ['rules: none', 'rules-unreadable'],
    ['rules: [{when: "true"}]', 'rule-invalid'],
    ['rules: [{name: x}]', 'rule-invalid'],
    ['rules: [7]', 'rule-invalid'],
    ['rules: [{name: x, when: "true", effect: pass}]', 'rule-invalid'],
    ['rules: [{name: x, when: "true", unknown: maybe}]', 'rule-invalid'],
    [' '.repeat(1024 * 1024 + 1), 'rules-unreadable'],
  ])('that is %j is reported: %s', (text, code) => {
    const { rules, issues } = read(text)
    expect(rules).toEqual([])
    expect(issues).toMatchObject([{ code }])
  })

  it('has a maximum number of rules', () => {
    const many = Array.from({ length: maxRepositoryRules + 5 }, (_, at) => `  - {name: r${at}, when: "true"}`)
    const { rules, issues } = read(`rules:\n${many.join('\n')}\n`)
    expect(rules).toHaveLength(maxRepositoryRules)
    expect(issues).toMatchObject([{ code: 'rules-too-many' }])
  })

  it('next to an inventory adds rules, and is not listed as a file', () => {
    const requirements = { path: 'requirements.txt', bytes: encode('requests==2.31.0\n') }
    const { inventory } = readDocuments([requirements, { path: 'assay.yaml', bytes: encode(file) }])
    expect(inventory).toMatchObject({ files: ['requirements.txt'], components: [{ name: 'requests' }] })
    expect(inventory.rules).toHaveLength(2)
  })
})
