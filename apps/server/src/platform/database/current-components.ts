import { sql } from 'kysely'

/**
 * Components that a branch has now. For queries by branch, which read its primary key: with `ended_number is null`, the
 * planner reads component_in_use, the whole account's, whenever statistics lag behind a burst of new projects.
 */
export const isCurrent = sql`coalesce(component.ended_number, 0) = 0`
