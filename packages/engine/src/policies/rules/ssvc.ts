import {
  type CoordinatorDecision,
  coordinatorDecisions,
  type DeployerDecision,
  deployerDecisions,
  type Exploitation,
  type Exposure,
  exposures,
  type HumanImpact,
  humanImpacts,
  type Mission,
  missions,
  type SsvcSource,
} from '../../vocabulary.ts'

export interface SsvcValue<Value extends string> {
  value: Value
  source: SsvcSource
}

/** A decision with the values that led to it, each with its source. */
export interface Ssvc {
  exploitation: SsvcValue<Exploitation>
  automatable: SsvcValue<'yes' | 'no'>
  technicalImpact: SsvcValue<'partial' | 'total'>
  mission: SsvcValue<Mission>
  exposure: SsvcValue<Exposure>
  humanImpact: SsvcValue<HumanImpact>
  coordinator: CoordinatorDecision
  deployer: DeployerDecision
}

export interface SsvcFacts {
  /** null: unknown. */
  isKnownExploited: boolean | null
  /** A CVSS vector of version 3 or 4; null without one. */
  vector: string | null
  /** Of the project: 'exposure:open', 'mission:high', 'human-impact:very-high'. */
  tags: readonly string[]
}

/** Decides both trees. Values without a source are assumed: nothing is known of exploits, and the project may be exposed. */
export function decideSsvc({ isKnownExploited, vector, tags }: SsvcFacts): Ssvc {
  const exploitation: Ssvc['exploitation'] = isKnownExploited
    ? { value: 'active', source: 'KEV' }
    : { value: 'none', source: isKnownExploited === null ? 'assumed' : 'KEV' }
  const metrics = metricsOf(vector)
  const automatable = automatableOf(metrics)
  const technicalImpact = impactOf(metrics)
  const mission = tagged(tags, { prefix: 'mission:', values: missions, assumed: 'medium' })
  const exposure = tagged(tags, { prefix: 'exposure:', values: exposures, assumed: 'open' })
  const humanImpact = tagged(tags, { prefix: 'human-impact:', values: humanImpacts, assumed: 'medium' })
  const values = { exploitation, automatable, technicalImpact, mission, exposure, humanImpact }
  return { ...values, coordinator: coordinate(values), deployer: deploy(values) }
}

/** Whether attacks can be automated, as a CVSS vector says; not, as assumed, without one. */
export const isAutomatable = (vector: string | null): boolean =>
  automatableOf(metricsOf(vector)).value === 'yes'

interface DeployerFacts extends Pick<SsvcFacts, 'tags'> {
  isKnownExploited: boolean
  isAutomatable: boolean
}

/** The decision of the tree for deployers alone, without a vector. */
export const decideDeployer = ({
  isKnownExploited,
  isAutomatable: can,
  tags,
}: DeployerFacts): DeployerDecision => {
  const { exploitation, exposure, humanImpact } = decideSsvc({ isKnownExploited, vector: null, tags })
  return deploy({
    exploitation,
    exposure,
    humanImpact,
    automatable: { value: can ? 'yes' : 'no', source: 'CVSS' },
  })
}

type SsvcValues = Omit<Ssvc, 'coordinator' | 'deployer'>

function coordinate({
  exploitation,
  automatable,
  technicalImpact,
  mission,
}: SsvcValues): CoordinatorDecision {
  const column = (automatable.value === 'yes' ? 2 : 0) + (technicalImpact.value === 'total' ? 1 : 0)
  const cell = coordinatorTable[exploitation.value][column]!
  return coordinatorDecisions[Number(cell[missions.indexOf(mission.value)])]!
}

function deploy({
  exploitation,
  automatable,
  exposure,
  humanImpact,
}: Pick<SsvcValues, 'exploitation' | 'automatable' | 'exposure' | 'humanImpact'>): DeployerDecision {
  const column = exposures.indexOf(exposure.value) * 2 + (automatable.value === 'yes' ? 1 : 0)
  const cell = deployerTable[exploitation.value][column]!
  return deployerDecisions[Number(cell[humanImpacts.indexOf(humanImpact.value)])]!
}

function metricsOf(vector: string | null): Map<string, string> | null {
  if (vector === null || !/^CVSS:[34]/.test(vector)) return null
  return new Map(vector.split('/').map((part) => part.split(':', 2) as [string, string]))
}

/** https://certcc.github.io/SSVC/reference/decision_points/automatable/: over the network, easily, without any rights. */
function automatableOf(metrics: Map<string, string> | null): Ssvc['automatable'] {
  if (!metrics) return { value: 'no', source: 'assumed' }
  const isEasy = metrics.get('AV') === 'N' && metrics.get('AC') === 'L'
  const isAlone = metrics.get('PR') === 'N' && metrics.get('UI') === 'N'
  return { value: isEasy && isAlone && metrics.get('AT') !== 'P' ? 'yes' : 'no', source: 'CVSS' }
}

function impactOf(metrics: Map<string, string> | null): Ssvc['technicalImpact'] {
  if (!metrics) return { value: 'partial', source: 'assumed' }
  const isTotal = ['C', 'I', 'A'].every((name) => (metrics.get(name) ?? metrics.get(`V${name}`)) === 'H')
  return { value: isTotal ? 'total' : 'partial', source: 'CVSS' }
}

interface Tagged<Value extends string> {
  prefix: string
  values: readonly Value[]
  assumed: Value
}

/** Of several tags, the most severe value: the last of the list. */
function tagged<Value extends string>(
  tags: readonly string[],
  { prefix, values, assumed }: Tagged<Value>,
): SsvcValue<Value> {
  const named = tags
    .map((tag) => tag.toLowerCase())
    .filter((tag) => tag.startsWith(prefix))
    .map((tag) => tag.slice(prefix.length).trim().replaceAll('-', ' '))
  const value = values.findLast((each) => named.includes(each))
  return value === undefined ? { value: assumed, source: 'assumed' } : { value, source: 'tag' }
}

/** SSVC decision tables as data: https://github.com/CERTCC/SSVC/tree/main/data/csv */

/**
 * CISA coordinator 2.0.3. Rows by exploitation; columns by automatable and technical impact (no/partial, no/total,
 * yes/partial, yes/total); digits by mission and well-being: low, medium, high.
 */
const coordinatorTable: Record<Exploitation, readonly [string, string, string, string]> = {
  none: ['000', '001', '002', '002'],
  poc: ['001', '012', '002', '012'],
  active: ['002', '023', '223', '233'],
}

/**
 * Deployer 1.0.0. Rows by exploitation; columns by exposure and automatable (small/no, small/yes, controlled/no, …);
 * digits by human impact: low, medium, high, very high.
 */
const deployerTable: Record<Exploitation, readonly [string, string, string, string, string, string]> = {
  none: ['0011', '0111', '0011', '1111', '0111', '1112'],
  poc: ['0111', '1111', '0111', '1112', '1112', '1122'],
  active: ['1122', '1222', '1122', '2222', '1223', '2233'],
}
