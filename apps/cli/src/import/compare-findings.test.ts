import { describe, expect, it } from 'vitest'
import { compareFindings, type ListedFinding } from './compare-findings.ts'

const finding = (
  purl: string,
  vulnId: string,
  more: { aliases?: string[]; isSuppressed?: boolean } = {},
): ListedFinding => ({
  component: { uuid: 'c', name: 'x', version: '1', purl },
  vulnerability: {
    uuid: 'v',
    source: 'NVD',
    vulnId,
    aliases: (more.aliases ?? []).map((ghsaId) => ({ cveId: vulnId, ghsaId })),
  },
  analysis: { isSuppressed: more.isSuppressed ?? false },
})

const lodash = 'pkg:npm/lodash@4.17.4'
const compare = (theirs: ListedFinding[], ours: ListedFinding[], known: string[] = []) =>
  compareFindings({
    theirs,
    ours,
    components: new Set(['npm/lodash/4.17.4']),
    isKnown: async (id) => known.includes(id),
  })

describe('findings of both sides', () => {
  it('are the same under any of their ids, and with or without qualifiers', async () => {
    const theirs = finding('pkg:npm/lodash@4.17.4?type=jar', 'GHSA-1')
    const ours = finding(lodash, 'CVE-1', { aliases: ['GHSA-1'] })
    expect(await compare([theirs], [ours])).toEqual({ both: 1, differences: [] })
  })

  it.each([
    ['component-missing', finding('pkg:npm/other@1.0.0', 'CVE-1'), []],
    ['advisory-unknown', finding(lodash, 'CVE-1'), []],
    ['not-affected', finding(lodash, 'CVE-2'), []],
    ['excluded-here', finding(lodash, 'CVE-1'), [finding(lodash, 'CVE-1', { isSuppressed: true })]],
  ] as const)('that only Dependency-Track finds are explained: %s', async (reason, theirs, ours) => {
    const { both, differences } = await compare([theirs], [...ours], ['CVE-2'])
    expect([both, differences.map((each) => [each.foundBy, each.reason])]).toEqual([
      0,
      [['dependency-track', reason]],
    ])
  })

  it.each([
    ['not-found-there', []],
    ['suppressed-there', [finding(lodash, 'CVE-1', { isSuppressed: true })]],
  ] as const)('that only we find are explained: %s', async (reason, theirs) => {
    const { differences } = await compare([...theirs], [finding(lodash, 'CVE-1')])
    expect(differences).toMatchObject([{ foundBy: 'assay', reason, component: 'npm/lodash/4.17.4' }])
  })
})
