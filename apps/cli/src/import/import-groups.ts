import { projectIdentity } from '@assay/engine/project-address.ts'
import type { TheirProject } from './dependency-track-objects.ts'
import type { ImportContext } from './import-context.ts'
import { count } from './tally.ts'

/** Parents and collections become groups of their children's projects; what is in them already stays. */
export async function importGroups(context: ImportContext, projects: readonly TheirProject[]): Promise<void> {
  const children = Map.groupBy(
    projects.filter(({ parent }) => parent),
    ({ parent }) => parent!.uuid,
  )
  if (children.size === 0) return
  const ensure = await groupMaker(context, projects)
  const own = await readOwn(context)
  for (const [parentUuid, members] of children) {
    const groupUuid = await ensure(parentUuid)
    const add = [...new Set(members.flatMap(({ name }) => own.get(projectIdentity(name)) ?? []))]
    if (groupUuid !== null && add.length > 0)
      await context.api.groups.changeProjects({ params: { groupUuid }, body: { add } })
  }
}

async function readOwn({ api, accountUuid }: ImportContext): Promise<Map<string, string>> {
  const projects = await api.projects.list({ params: { accountUuid } })
  return new Map(projects.map(({ url, uuid }) => [projectIdentity(url), uuid]))
}

const what = 'Parents as groups'

/** Groups by the uuid of the parent, each created below that of its own parent; null in a dry run. */
async function groupMaker({ api, tally, isDryRun }: ImportContext, projects: readonly TheirProject[]) {
  const byUuid = new Map(projects.map((project) => [project.uuid, project]))
  const nameOf = new Map(
    projects.flatMap(({ parent }) => (parent?.name ? [[parent.uuid, parent.name] as const] : [])),
  )
  const present = await api.groups.list()
  const made = new Map<string, string | null>()
  const ensure = async (uuid: string): Promise<string | null> => {
    const known = made.get(uuid)
    if (known !== undefined) return known
    // A parent that leads back to itself is at the top.
    made.set(uuid, null)
    const parent = byUuid.get(uuid)?.parent
    const parentUuid = parent ? await ensure(parent.uuid) : null
    const name = byUuid.get(uuid)?.name ?? nameOf.get(uuid) ?? uuid
    const there = present.find((group) => group.name === name && group.parentUuid === parentUuid)
    if (there) count(tally.there, what)
    else count(tally.imported, what)
    if (there || isDryRun) made.set(uuid, there?.uuid ?? null)
    else made.set(uuid, (await api.groups.create({ body: { name, parentUuid } })).uuid)
    return made.get(uuid) ?? null
  }
  return ensure
}
