// One document per format, as published by its vendors.

export const openvexDocument = {
  '@context': 'https://openvex.dev/ns/v0.2.0',
  '@id': 'https://example.org/vex/2024-1',
  author: 'Example Supplier',
  timestamp: '2024-01-02T03:04:05Z',
  version: 1,
  statements: [
    {
      vulnerability: {
        '@id': 'https://nvd.nist.gov/vuln/detail/CVE-2020-1',
        name: 'CVE-2020-1',
        aliases: ['GHSA-aaaa'],
      },
      products: [
        { '@id': 'pkg:npm/left@1.0.0' },
        {
          '@id': 'urn:app',
          identifiers: { purl: 'pkg:npm/app@2' },
          subcomponents: [{ '@id': 'pkg:npm/right' }],
        },
      ],
      status: 'not_affected',
      justification: 'component_not_present',
      impact_statement: 'It is not shipped.',
    },
    {
      vulnerability: { name: 'CVE-2020-2' },
      timestamp: '2024-02-01T00:00:00Z',
      products: [{ '@id': 'pkg:npm/left' }],
      status: 'affected',
      action_statement: 'Upgrade to 2.',
    },
  ],
}

export const csafDocument = {
  document: {
    category: 'csaf_vex',
    csaf_version: '2.0',
    publisher: { category: 'vendor', name: 'Example Vendor', namespace: 'https://example.org' },
    title: 'Left and right',
    tracking: {
      id: 'EX-2024-1',
      status: 'final',
      version: '1',
      initial_release_date: '2024-01-01T00:00:00Z',
      current_release_date: '2024-03-01T00:00:00Z',
    },
  },
  product_tree: {
    branches: [
      {
        category: 'vendor',
        name: 'Example',
        branches: [
          {
            category: 'product_name',
            name: 'Left',
            branches: [
              {
                category: 'product_version',
                name: '1.0.0',
                product: {
                  product_id: 'L1',
                  name: 'Left 1',
                  product_identification_helper: { purl: 'pkg:npm/left@1.0.0' },
                },
              },
              {
                category: 'product_version_range',
                name: 'vers:npm/>=2.0.0|<3.0.0',
                product: {
                  product_id: 'L2',
                  name: 'Left 2',
                  product_identification_helper: { purl: 'pkg:npm/left' },
                },
              },
            ],
          },
        ],
      },
    ],
    full_product_names: [
      { product_id: 'R', name: 'Right', product_identification_helper: { purls: ['pkg:npm/right@1.0.0'] } },
      { product_id: 'X', name: 'Without a package URL' },
    ],
    product_groups: [{ group_id: 'G', product_ids: ['L1', 'L2'] }],
    relationships: [
      {
        category: 'default_component_of',
        full_product_name: { product_id: 'R-in-L1', name: 'Right in left' },
        product_reference: 'R',
        relates_to_product_reference: 'L1',
      },
    ],
  },
  vulnerabilities: [
    {
      cve: 'CVE-2020-1',
      ids: [{ system_name: 'GitHub', text: 'GHSA-aaaa' }],
      product_status: {
        known_not_affected: ['L1', 'L2', 'X'],
        under_investigation: ['R-in-L1'],
        recommended: ['R'],
      },
      flags: [{ label: 'vulnerable_code_not_present', group_ids: ['G'] }],
      threats: [{ category: 'impact', details: 'Compiled without it.', product_ids: ['L1'] }],
    },
    {
      cve: 'CVE-2020-2',
      product_status: { known_affected: ['L1'], fixed: ['L2'] },
      remediations: [{ category: 'vendor_fix', details: 'Upgrade to 2.', product_ids: ['L1'] }],
    },
  ],
}

export const cyclonedxDocument = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  serialNumber: 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79',
  version: 1,
  metadata: {
    timestamp: '2024-01-01T00:00:00Z',
    authors: [{ name: 'Example Author' }],
    component: { type: 'application', 'bom-ref': 'app', name: 'App', purl: 'pkg:npm/app@1.0.0' },
  },
  components: [
    { type: 'library', 'bom-ref': 'l', name: 'left', version: '1.0.0', purl: 'pkg:npm/left@1.0.0' },
  ],
  vulnerabilities: [
    {
      id: 'CVE-2020-1',
      references: [{ id: 'GHSA-aaaa', source: { name: 'GitHub' } }],
      analysis: {
        state: 'not_affected',
        justification: 'code_not_reachable',
        detail: 'Never called.',
        lastUpdated: '2024-05-01T00:00:00Z',
      },
      affects: [{ ref: 'l' }, { ref: 'pkg:npm/right@2.0.0' }],
    },
    {
      id: 'CVE-2020-2',
      analysis: { state: 'exploitable' },
      affects: [
        {
          ref: 'pkg:npm/right',
          versions: [
            { range: 'vers:npm/<2.0.0', status: 'affected' },
            { version: '2.0.0', status: 'unaffected' },
            { version: '3.0.0', status: 'unknown' },
          ],
        },
      ],
    },
    { id: 'CVE-2020-3', affects: [{ ref: 'l' }] },
    { id: 'CVE-2020-4', analysis: { state: 'in_triage' }, affects: [{ ref: 'app' }] },
  ],
}
