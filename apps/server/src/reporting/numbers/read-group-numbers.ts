import { readFixTargets } from '#accounts/account/configuration.ts'
import type { AppContext } from '#context.ts'
import type { ReadGroupNumbers } from '#projects/groups/routes.ts'
import { dayOf } from './days.ts'

/** For the routes of groups, which know no numbers. */
export const readGroupNumbers =
  ({ db, numbers }: Pick<AppContext, 'db' | 'numbers'>): ReadGroupNumbers =>
  async (scope) =>
    numbers.groups(scope, { targets: await readFixTargets(db, scope), today: dayOf(new Date()) })
