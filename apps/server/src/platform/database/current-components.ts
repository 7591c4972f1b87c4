import { sql } from 'kysely'

/**
 * Current components of a branch, for queries by branch that use its primary key: with `ended_number is null`, the
 * planner scans component_in_use for the whole account whenever statistics lag behind a burst of new projects.
 */
export const isCurrent = sql`coalesce(component.ended_number, 0) = 0`
