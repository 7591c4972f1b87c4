import { sourceOf, states } from '../reports/cyclonedx-report.ts'
import { justificationProperty } from './cyclonedx-vex-document.ts'
import { cyclonedxLabelOf, type PublishedStatement, type PublishedVex } from './published-vex.ts'

/** A CycloneDX 1.6 vulnerability disclosure report with an analysis per entry: https://cyclonedx.org/capabilities/vdr/ */
export function writeCyclonedxVex({ id, at, author, tool, product, statements }: PublishedVex) {
  const components = new Map(
    statements.flatMap((each) => each.components.map((one) => [one.purl, one] as const)),
  )
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX' as const,
    specVersion: '1.6' as const,
    serialNumber: `urn:uuid:${id}`,
    version: 1,
    metadata: {
      timestamp: new Date(at).toISOString(),
      tools: { components: [{ type: 'application', ...tool }] },
      authors: [{ name: author }],
      component: { type: 'application', 'bom-ref': product.id, name: product.name, version: product.version },
    },
    components: [...components.values()].map(({ name, version, purl }) => ({
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      purl,
    })),
    vulnerabilities: statements.map(vulnerabilityOf),
  }
}

function vulnerabilityOf(statement: PublishedStatement) {
  const { ids, severity, cvss, description, recommendation, components, justification } = statement
  const [id = '', ...aliases] = ids
  return {
    id,
    source: sourceOf(id),
    ...(aliases.length > 0 && {
      references: aliases.map((alias) => ({ id: alias, source: sourceOf(alias) })),
    }),
    ratings: [{ ...(cvss !== null && { score: cvss }), severity }],
    ...(description !== '' && { description }),
    ...(recommendation !== '' && { recommendation }),
    analysis: analysisOf(statement),
    affects: components.map(({ purl }) => ({ ref: purl })),
    ...(justification !== null &&
      cyclonedxLabelOf(justification) !== justification && {
        properties: [{ name: justificationProperty, value: justification }],
      }),
  }
}

function analysisOf({ status, justification, detail, at }: PublishedStatement) {
  const label = justification === null ? null : cyclonedxLabelOf(justification)
  return {
    state: states[status],
    ...(label !== null && { justification: label }),
    ...(detail !== '' && { detail }),
    lastUpdated: new Date(at).toISOString(),
  }
}
