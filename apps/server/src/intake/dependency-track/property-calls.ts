import type { PropertyInput } from '@assay/contract/intake/dependency-track-inputs.ts'
import type { ProjectProperty } from '@assay/contract/intake/dependency-track-objects.ts'
import type { AppContext } from '#context.ts'
import { respond } from '#auth/router/reply.ts'
import type { Scope } from '#auth/scope.ts'
import type { Database } from '#platform/database/database.ts'
import { Problem } from '#platform/http/problem.ts'
import type { CallsOf } from './calls-of.ts'
import { projectMissing } from './problem.ts'
import { deleteProperty, insertProperty, listProperties, updateProperty } from './property-store.ts'
import { findVersion } from './versions-store.ts'

type Names = 'properties' | 'createProperty' | 'updateProperty' | 'removeProperty'

/** Limits what one version can take. */
const maxProperties = 200

export function propertyCalls({ db }: Pick<AppContext, 'db'>): CallsOf<Names> {
  return {
    async properties({ caller: { scope }, params }) {
      await check(db, scope, params.branchUuid)
      return listProperties(db, scope, params.branchUuid)
    },
    createProperty: ({ caller: { scope }, params: { branchUuid }, body, change }) =>
      change(async (tx) => {
        await check(tx, scope, branchUuid)
        const property = read(body)
        if ((await listProperties(tx, scope, branchUuid)).length >= maxProperties)
          throw new Problem(400, 'invalidInput', `A project has at most ${maxProperties} properties.`)
        if (!(await insertProperty(tx, scope, { branchUuid, property })))
          throw new Problem(
            409,
            'alreadyExists',
            'A property with the specified project/group/name combination already exists.',
          )
        return { result: respond(201, property), after: property }
      }),
    updateProperty: ({ caller: { scope }, params: { branchUuid }, body, change }) =>
      change(async (tx) => {
        await check(tx, scope, branchUuid)
        const after = await updateProperty(tx, scope, { branchUuid, property: read(body) })
        if (!after) throw propertyMissing()
        return { result: after, after }
      }),
    removeProperty: ({ caller: { scope }, params: { branchUuid }, body, change }) =>
      change(async (tx) => {
        await check(tx, scope, branchUuid)
        const property = read(body)
        if (!(await deleteProperty(tx, scope, { branchUuid, property }))) throw propertyMissing()
        return { result: respond(204, ''), before: property }
      }),
  }
}

async function check(db: Database, scope: Scope, branchUuid: string): Promise<void> {
  if (!(await findVersion(db, scope, branchUuid))) throw projectMissing()
}

function read({ groupName, propertyName, propertyType = 'STRING', ...more }: PropertyInput): ProjectProperty {
  if (groupName === undefined || propertyName === undefined)
    throw new Problem(400, 'invalidInput', 'The property needs groupName and propertyName')
  return { groupName, propertyName, propertyType, ...more }
}

const propertyMissing = () =>
  new Problem(
    404,
    'notFound',
    'A property with the specified project/group/name combination could not be found.',
  )
