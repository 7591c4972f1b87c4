import { dayMs, isoDay } from '@assay/engine/time.ts'
import type { ViewedList } from '@assay/contract/saved-views.ts'
import { paths } from '../../paths.ts'

type Criteria = Readonly<Record<string, string>>

const pathOf: Readonly<Record<ViewedList, string>> = {
  dashboard: paths.dashboard,
  fixes: paths.fixes,
  overdue: paths.overdue,
  vulnerabilities: paths.vulnerabilities,
  components: paths.components,
  licenses: paths.licenses,
  projects: paths.projects,
}

/** Parameters for open details, which are not filters. */
const transientParams = ['pid', 'branch', 'scan', 'add', 'mode', 'open']
/** Number of days, replacing the dates of a window that ends today. */
const lastDays = 'lastDays'

/** The filters of a URL, as stored in a view. */
export function criteriaIn(search: string, nowMs: number): Criteria {
  const all = Object.fromEntries(new URLSearchParams(search))
  const { startDate, endDate, ...rest } = Object.fromEntries(
    Object.entries(all).filter(([name]) => !transientParams.includes(name)),
  )
  const today = isoDay(nowMs)
  if (startDate === undefined || (endDate !== undefined && endDate !== today))
    return {
      ...rest,
      ...(startDate !== undefined && { startDate }),
      ...(endDate !== undefined && { endDate }),
    }
  const days = Math.round((Date.parse(today) - Date.parse(startDate)) / dayMs) + 1
  return Number.isNaN(days) ? rest : { ...rest, [lastDays]: String(days) }
}

/** The URL of a view on the current day. */
export function hrefOf(list: ViewedList, criteria: Criteria, nowMs: number): string {
  const { [lastDays]: days, ...rest } = criteria
  const window =
    days === undefined
      ? {}
      : { startDate: isoDay(nowMs - (Number.parseInt(days, 10) - 1) * dayMs), endDate: isoDay(nowMs) }
  const search = new URLSearchParams({ ...rest, ...window }).toString()
  return search === '' ? pathOf[list] : `${pathOf[list]}?${search}`
}
