import type { ContentCataloger, Found, ProgramCataloger } from '../../model/cataloger.ts'
import { isProgram, openPrograms } from '../../programs/open-programs.ts'

/** Programs and libraries, by what their compilers wrote into them. */
export const programsWith = (own: readonly ProgramCataloger[]): ContentCataloger => ({
  id: 'programs',
  recognizes: isProgram,
  async read(source, context) {
    const found: Found = { packages: [], issues: [] }
    const known = new Set<string>()
    for (const program of await openPrograms(source))
      for (const cataloger of own) {
        const { packages, issues } = await cataloger.read(program, context)
        found.issues.push(...issues)
        // Of a universal program, all parts have the same packages.
        const key = `${cataloger.id} ${packages.map(({ purl }) => purl).join(' ')}`
        const offset = found.packages.length
        if (!known.has(key))
          for (const each of packages)
            found.packages.push({
              ...each,
              ...(each.requiredBy && { requiredBy: each.requiredBy.map((index) => index + offset) }),
            })
        known.add(key)
      }
    return found
  },
})
