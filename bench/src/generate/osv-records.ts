import { type Random, randomOf } from '../../../scripts/random.ts'

/**
 * OSV records of packages in the proportions of npm's public archive: six of seven are malicious packages, nearly
 * every record has a package of its own, a third lists versions only, half affects every version, and a record has
 * 1.5 kB, much of which is hashes.
 */
export function* osvRecordsOf(
  count: number,
  { ecosystem = 'npm', seed = 1 } = {},
): Generator<{ id: string; text: string }> {
  const random = randomOf(seed)
  for (let at = 0; at < count; at++) {
    const isMalware = random.below(100) < 86
    const id = `${isMalware ? 'MAL-2025' : 'BENCH-2025'}-${ecosystem}-${at}`
    const { affected, ...record } = isMalware ? malwareOf(at, random) : vulnerabilityOf(at, random)
    const own = affected.map((each) => ({ ...each, package: { ...each.package, ecosystem } }))
    // Vulnerabilities of different ecosystems are different ones.
    const aliases = record.aliases.map((alias) => (alias.startsWith('CVE') ? `${alias}${seed}` : alias))
    yield { id, text: JSON.stringify({ ...record, aliases, affected: own, id }) }
  }
}

const common = (at: number) => ({
  schema_version: '1.5.0',
  modified: new Date(Date.UTC(2024, 0, 1) + at * 60_000).toISOString(),
  published: new Date(Date.UTC(2023, 0, 1) + at * 60_000).toISOString(),
})

function malwareOf(at: number, random: Random) {
  const name = nameOf(at, random)
  const kind = random.below(100)
  const versions = kind < 46 ? Array.from({ length: 1 + random.below(2) }, () => versionOf(random)) : []
  const ranges = kind < 34 ? [] : [{ type: 'SEMVER', events: [{ introduced: '0' }] }]
  const ghsa = `GHSA-${hash(random, 4)}-${hash(random, 4)}-${hash(random, 4)}`
  return {
    ...common(at),
    aliases: random.below(4) > 0 ? [ghsa] : [],
    summary: `Malicious code in ${name} (npm)`,
    details: `\n---\n_-= Per source details. Do not edit below this line.=-_\n\n## Source: ghsa-malware (${hash(random, 64)})\nAny computer that has this package installed or running should be considered fully compromised. All secrets and keys stored on that computer should be rotated immediately from a different computer. The package should be removed, but as full control of the computer may have been given to an outside entity, there is no guarantee that removing the package will remove all malicious software resulting from installing it.\n`,
    affected: [
      {
        package: { ecosystem: 'npm', name },
        ranges,
        versions,
        database_specific: { cwes: [{ cweId: 'CWE-506', name: 'Embedded Malicious Code' }] },
      },
    ],
    references: [
      { type: 'ADVISORY', url: `https://example.org/advisories/${ghsa}` },
      { type: 'PACKAGE', url: `https://example.org/package/${name}` },
    ],
    database_specific: {
      'malicious-packages-origins': [{ source: 'ghsa-malware', sha256: hash(random, 64), id: ghsa, ranges }],
    },
  }
}

function vulnerabilityOf(at: number, random: Random) {
  const name = random.oneIn(4) ? `popular-${random.below(200)}` : nameOf(at, random)
  const impact = random.pick(['H', 'L', 'N'] as const)
  return {
    ...common(at),
    aliases: [`CVE-2025-${100_000 + at}`],
    summary: `Unsafe input in ${name}`,
    details: `### Impact\n\n${'An attacker who controls the input can make the parser read beyond its end. '.repeat(10)}`,
    severity: [{ type: 'CVSS_V3', score: `CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:${impact}/I:L/A:H` }],
    affected: [
      {
        package: { ecosystem: 'npm', name },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: versionOf(random) }] }],
      },
    ],
    references: [{ type: 'WEB', url: `https://example.org/advisories/${at}` }],
    database_specific: { cwe_ids: ['CWE-20'] },
  }
}

const nameOf = (at: number, random: Random): string =>
  random.oneIn(5) ? `@${hash(random, 6)}/package-${at}` : `package-${at}-${hash(random, 5)}`

const versionOf = (random: Random): string => `${random.below(9)}.${random.below(20)}.${random.below(40)}`

const hash = (random: Random, length: number): string => {
  const parts = Array.from({ length: Math.ceil(length / 8) }, () =>
    random
      .below(2 ** 32)
      .toString(16)
      .padStart(8, '0'),
  )
  return parts.join('').slice(0, length)
}
