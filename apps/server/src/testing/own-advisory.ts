/** An advisory about all versions of a package that nothing uses, unless it names another. */
export const ownAdvisory = (id: string, of: { package?: string; fixed?: string | null } = {}) => ({
  id,
  summary: `Sample ${id}`,
  affected: [
    {
      ecosystem: 'npm',
      package: of.package ?? 'sample-of-nobody',
      ranges: [{ introduced: '0', fixed: of.fixed ?? null, lastAffected: null }],
    },
  ],
})
