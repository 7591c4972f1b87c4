import { coordinatorDecisions, deployerDecisions, qualityProfileIds, severities } from '../../vocabulary.ts'

export type WordType = 'bool' | 'number' | 'string' | 'strings'

/** A word that rules may use. The editor's completion and the documentation list this table. */
export interface RuleWord {
  /** 'finding.severity' */
  name: string
  type: WordType
  /** Whether it is absent where the product does not know it; a comparison with it is then undecided. */
  maybeUnknown: boolean
  /** All possible values, if they are few. */
  values?: readonly string[]
  description: string
}

const word = (name: string, type: WordType, description: string): RuleWord => ({
  name,
  type,
  maybeUnknown: false,
  description,
})
const maybe = (name: string, type: WordType, description: string): RuleWord => ({
  ...word(name, type, description),
  maybeUnknown: true,
})
const oneOf = (values: readonly string[], of: RuleWord): RuleWord => ({ ...of, values })

/** EPSS and days are numbers, so that they compare with whole and decimal numbers alike. */
export const ruleWords: readonly RuleWord[] = [
  word('finding.id', 'string', 'CVE, otherwise the id shown for the advisory'),
  word('finding.package', 'string', 'Name of the affected package'),
  oneOf(
    severities,
    word('finding.severity', 'string', 'Severity as the advisory rates it; unknown if it has no rating'),
  ),
  maybe('finding.cvss', 'number', 'CVSS base score, 0 to 10'),
  maybe(
    'finding.kev',
    'bool',
    'Listed by CISA or the EU as known exploited; unknown for advisories without a CVE',
  ),
  maybe(
    'finding.epss_percentile',
    'number',
    'EPSS percentile, 0 to 1: the share of CVEs with a lower probability. Unknown without an EPSS entry',
  ),
  maybe('finding.epss', 'number', 'EPSS probability of exploitation within 30 days, 0 to 1'),
  word('finding.age_days', 'number', 'Days (UTC) since it was introduced, or published if that was later'),
  word(
    'finding.overdue',
    'bool',
    'Past its due date, which a member or the fix targets set; false without one',
  ),
  maybe('finding.published_days', 'number', 'Whole days since the advisory was published'),
  word('finding.fix_available', 'bool', 'An advisory names a fixed version'),
  word('finding.fixed_versions', 'strings', 'Fixed versions named by the advisory'),
  word('finding.malware', 'bool', 'The package version is malicious'),
  maybe(
    'finding.new',
    'bool',
    'Not in the target branch (the default branch); on the target branch itself, not before its last upload',
  ),
  maybe('finding.direct', 'bool', 'A direct dependency is affected; unknown without a dependency graph'),
  oneOf(
    coordinatorDecisions,
    word('finding.ssvc', 'string', 'Priority by the SSVC tree for coordinators (CISA)'),
  ),
  oneOf(
    deployerDecisions,
    word('finding.ssvc_deployer', 'string', 'Priority by the SSVC tree for deployers'),
  ),
  word('component.name', 'string', 'Name of the component'),
  word('component.version', 'string', 'Version of the component'),
  maybe('component.ecosystem', 'string', 'npm, pypi, maven, …'),
  maybe('component.purl', 'string', 'Package URL'),
  oneOf(
    ['runtime', 'test'],
    word('component.scope', 'string', 'Whether it is only needed by tests or development tools'),
  ),
  maybe('component.direct', 'bool', 'A direct dependency; unknown without a dependency graph'),
  maybe(
    'component.used',
    'bool',
    'Part of what runs: installed or of the runtime scope; unknown if only a file name hints at it',
  ),
  word('component.deprecated', 'bool', 'Its registry or an advisory marks it as deprecated or unmaintained'),
  word('component.end_of_life', 'bool', 'Its release is out of support'),
  maybe('component.days_behind', 'number', 'Days between its release and the newest stable one'),
  maybe('component.new', 'bool', 'Not in the target branch, as of finding.new'),
  word('license.ids', 'strings', 'SPDX ids and unrecognized names of the component’s licenses'),
  word('license.known', 'bool', 'At least one license is known'),
  word('license.violations', 'strings', 'Names of the license policies that the component violates'),
  word('project.name', 'string', 'Name of the project'),
  word('project.url', 'string', 'Address of the project'),
  word('project.tags', 'strings', 'Tags of the project'),
  word('project.branch', 'string', 'Scanned branch'),
  word('project.default_branch', 'bool', 'The scanned branch is the target branch of the project'),
  word('group.names', 'strings', 'Names of the groups that the project belongs to, with those above them'),
  word('coverage.complete', 'bool', 'Everything relevant was checked'),
  word('coverage.listed', 'number', 'Components listed'),
  word('coverage.checked', 'number', 'Components compared with advisories'),
  oneOf(
    qualityProfileIds,
    maybe(
      'sbom.quality',
      'strings',
      'Minimum elements (NTIA, CISA, BSI) that the SBOMs of the scan all have; unknown without an SBOM',
    ),
  ),
  maybe('sbom.missing', 'strings', 'Required elements that are missing, such as ntia-2021/supplier'),
  maybe('scan.security', 'number', 'Security score, 0 to 100; unknown if it was not measured'),
  maybe('scan.stability', 'number', 'Stability score, 0 to 100; unknown if it was not measured'),
  maybe('scan.licensing', 'number', 'Licensing score, 0 to 100; unknown if it was not measured'),
  word('scan.findings', 'number', 'Open findings of the scan'),
]

export const wordByName: ReadonlyMap<string, RuleWord> = new Map(ruleWords.map((each) => [each.name, each]))

/** Words whose value changes though nothing is scanned: with time, and with EPSS and lists of exploited vulnerabilities. */
export const changingWords: ReadonlySet<string> = new Set(
  ['age_days', 'published_days', 'overdue', 'epss', 'epss_percentile', 'kev', 'ssvc', 'ssvc_deployer'].map(
    (field) => `finding.${field}`,
  ),
)

/** The first part of each word. */
export const rootsOfWords: ReadonlySet<string> = new Set(ruleWords.map(({ name }) => name.split('.')[0]!))

/** Facts by root and name; a fact that is not known is absent. */
export type Facts = Record<string, Record<string, boolean | number | string | readonly string[]>>

/** Facts with a value for every word, by which rules are checked before they meet real ones. */
export function exampleFacts(): Facts {
  const parts = ruleWords.map(({ name, type, values }) => {
    const [root, field] = name.split('.') as [string, string]
    return { root, field, value: examples[type](values) }
  })
  return Object.fromEntries(
    [...Map.groupBy(parts, ({ root }) => root)].map(([root, fields]) => [
      root,
      Object.fromEntries(fields.map(({ field, value }) => [field, value])),
    ]),
  )
}

const examples: Record<WordType, (values?: readonly string[]) => Facts[string][string]> = {
  bool: () => true,
  number: () => 1,
  string: (values = ['example']) => values[0]!,
  strings: () => ['example'],
}
