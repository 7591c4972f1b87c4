/** An OpenVEX document stating that minimist and lodash are not affected. */
export const openvexFile = (id: string, vulnerability: string) => ({
  filename: 'vex.json',
  bytes: new TextEncoder().encode(
    JSON.stringify({
      '@context': 'https://openvex.dev/ns/v0.2.0',
      '@id': id,
      author: 'Example Supplier',
      timestamp: '2024-01-01T00:00:00Z',
      version: 1,
      statements: [
        {
          vulnerability: { name: vulnerability },
          products: [{ '@id': 'pkg:npm/minimist' }, { '@id': 'pkg:npm/lodash' }],
          status: 'not_affected',
          justification: 'vulnerable_code_not_in_execute_path',
          impact_statement: 'Never called.',
        },
      ],
    }),
  ),
})
