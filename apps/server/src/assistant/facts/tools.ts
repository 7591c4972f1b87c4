import { ratedSeverities } from '@assay/engine/vocabulary.ts'
import { z } from 'zod'
import { findCluster } from '#reporting/vulnerabilities/find-cluster.ts'
import type { Scope } from '#auth/scope.ts'
import { Problem } from '#platform/http/problem.ts'
import { componentFacts, pathFacts } from './components.ts'
import { quoteName } from './clean-text.ts'
import { type FactContext, type NewFact, overviewSource } from './fact.ts'
import { findingFacts } from './findings.ts'
import { fixFacts } from './fixes.ts'
import { overviewFacts, projectFacts } from './overview.ts'
import { findProjects, type ProjectName } from './store.ts'
import { vulnerabilityFacts } from './vulnerability.ts'

/** A read-only tool, limited to what the member may see, without network access. */
export interface Tool {
  name: string
  description: string
  /** Permission required to use the tool. */
  visibility: keyof FactContext['scopes']
  input: z.ZodObject
  run(context: FactContext, scope: Scope, input: never): Promise<NewFact[]>
}

const defineTool = <S extends z.ZodObject>(
  tool: Omit<Tool, 'input' | 'run'> & {
    input: S
    run(context: FactContext, scope: Scope, input: z.output<S>): Promise<NewFact[]>
  },
): Tool => tool

const Text = z.string().trim().min(1).max(200)
const Project = Text.describe('Name, address or uuid of the project')
const maxFacts = 12

export const tools: readonly Tool[] = [
  defineTool({
    name: 'overview',
    description:
      'Numbers of all projects over the last days: scans, vulnerabilities present, fixed; the worst projects.',
    visibility: 'insights',
    input: z.object({ days: z.number().int().min(1).max(366).default(30) }),
    run: (context, scope, { days }) => overviewFacts(context, scope, days),
  }),
  defineTool({
    name: 'list_projects',
    description: 'Projects and branches with score and open vulnerabilities, the lowest score first.',
    visibility: 'insights',
    input: z.object({ search: z.string().max(200).default('').describe('Part of name or address') }),
    run: (context, scope, { search }) =>
      projectFacts(context, scope, { search: search.replaceAll(/\s+/g, ''), limit: maxFacts }),
  }),
  defineTool({
    name: 'list_findings',
    description:
      'Vulnerabilities found in projects: open ones, the worst first, or ended ones, the last fixed first.',
    visibility: 'reports',
    input: z.object({
      project: Project.optional(),
      branch: Text.optional(),
      severity: z.enum(ratedSeverities).optional(),
      package: Text.optional().describe('Exact name of a package'),
      state: z.enum(['open', 'ended']).default('open'),
    }),
    async run(context, scope, { project, branch, severity, package: packageName, state }) {
      const found = await chooseProject(context, scope, project)
      if (Array.isArray(found)) return found
      return findingFacts(context, scope, {
        projectUuid: found?.uuid ?? null,
        branch: branch ?? null,
        severity: severity ?? null,
        packageName: packageName ?? null,
        isOpen: state === 'open',
        limit: maxFacts,
      })
    },
  }),
  defineTool({
    name: 'list_fixes',
    description:
      'What to fix first: upgrades in order of urgency, with what each closes, for all projects or one.',
    visibility: 'insights',
    input: z.object({ project: Project.optional() }),
    async run(context, scope, { project }) {
      const found = await chooseProject(context, scope, project)
      if (Array.isArray(found)) return found
      return fixFacts(context, scope, { project: found, limit: 8 })
    },
  }),
  defineTool({
    name: 'vulnerability',
    description:
      'One vulnerability: severity, exploitation, advisory text, fixed versions, and where it is in our projects.',
    visibility: 'reports',
    input: z.object({ id: Text.describe('CVE, GHSA, MET- or other id') }),
    run: async (context, scope, { id }) =>
      vulnerabilityFacts(context, scope, await findCluster(context.db, scope, id)),
  }),
  defineTool({
    name: 'dependency_paths',
    description: 'What brings a component into a project: paths from the project to it.',
    visibility: 'reports',
    input: z.object({ project: Project, branch: Text.optional(), package: Text, version: Text }),
    async run(context, scope, { project, branch, package: name, version }) {
      const found = await chooseProject(context, scope, project)
      if (Array.isArray(found) || found === null) return found ?? []
      return pathFacts(context, scope, { project: found, branch, name, version })
    },
  }),
  defineTool({
    name: 'components',
    description: 'Components in use by name: versions, where used, licenses, newer versions, open findings.',
    visibility: 'insights',
    input: z.object({ name: Text.describe('Part of the name') }),
    run: (context, scope, { name }) => componentFacts(context, scope, { name, limit: maxFacts }),
  }),
]

/** null for all projects. Returns facts instead if the name is ambiguous. */
async function chooseProject(
  { db }: FactContext,
  scope: Scope,
  text: string | undefined,
): Promise<ProjectName | NewFact[] | null> {
  if (text === undefined) return null
  const found = await findProjects(db, scope, text)
  const [first, second] = found
  if (!first)
    return [{ text: `No project that you can see is called ${quoteName(text)}.`, source: overviewSource }]
  const isExact = [first.name, first.uuid, first.url].some(
    (name) => name.toLowerCase() === text.toLowerCase(),
  )
  if (!second || isExact) return first
  const names = found.map(({ name }) => quoteName(name)).join(', ')
  return [{ text: `Several projects match ${quoteName(text)}: ${names}.`, source: overviewSource }]
}

/** The tools that the member may use. */
export const toolsFor = ({ scopes }: FactContext): Tool[] =>
  tools.filter(({ visibility }) => scopes[visibility] !== null)

/** The result of a tool call; a text says why it is empty. */
export async function lookUp(
  context: FactContext,
  { name, input }: { name: string; input: string },
): Promise<NewFact[] | string> {
  const tool = toolsFor(context).find((each) => each.name === name)
  const scope = tool && context.scopes[tool.visibility]
  if (!tool || !scope) return `There is no tool ${quoteName(name)}.`
  const parsed = tool.input.safeParse(parseJson(input))
  if (!parsed.success) return 'The input does not fit the schema of the tool.'
  try {
    return await tool.run(context, scope, parsed.data as never)
  } catch (error) {
    // A missing vulnerability, project or report is a regular result.
    if (error instanceof Problem && error.status < 500) return `${error.message}.`
    throw error
  }
}

function parseJson(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
