import { noReason } from './statement-log.ts'
import { type PublishedStatement, type PublishedVex, vexLabelOf } from './published-vex.ts'

/** OpenVEX 0.2.0, which requires at least one statement: https://github.com/openvex/spec/blob/main/OPENVEX-SPEC.md */
export function writeOpenvex({ id, at, author, tool, product, statements }: PublishedVex) {
  return {
    '@context': 'https://openvex.dev/ns/v0.2.0' as const,
    '@id': `urn:uuid:${id}`,
    author,
    timestamp: new Date(at).toISOString(),
    version: 1,
    tooling: `${tool.name} ${tool.version}`,
    statements: statements.map((statement) => ({
      vulnerability: vulnerabilityOf(statement.ids),
      timestamp: new Date(statement.at).toISOString(),
      products: [
        {
          '@id': product.id,
          subcomponents: statement.components.map(({ purl }) => ({ '@id': purl, identifiers: { purl } })),
        },
      ],
      status: statement.status,
      ...reasonOf(statement),
    })),
  }
}

const vulnerabilityOf = ([name = '', ...aliases]: readonly string[]) => ({
  name,
  ...(aliases.length > 0 && { aliases }),
})

/** not_affected requires a justification or an impact statement, affected an action statement. */
function reasonOf({ status, justification, detail, recommendation }: PublishedStatement) {
  if (status === 'affected')
    return { action_statement: detail || recommendation || 'No remediation is known.' }
  if (status !== 'not_affected') return detail === '' ? {} : { status_notes: detail }
  const label = justification === null ? null : vexLabelOf(justification)
  const words = [label === null ? justification : null, detail].filter((each) => each)
  const impact = words.join(': ') || (label === null ? noReason : '')
  return {
    ...(label !== null && { justification: label }),
    ...(impact !== '' && { impact_statement: impact }),
  }
}
