import { api } from '../../api/client.ts'
import { usePages } from '../../widgets/lists/use-pages.ts'
import { type ProjectsSearch, sortingOf, stateOf } from './search.ts'

const atOnce = '200'

/** Matching projects, page by page. */
export function useProjects(accountUuid: string, search: ProjectsSearch) {
  const { q = '' } = search
  const state = stateOf(search)
  const sorting = sortingOf(search)
  const found = usePages({
    key: ['projects', accountUuid, q, state, sorting],
    read: (cursor, options) =>
      api.projects.page(
        { params: { accountUuid }, query: { text: q, state, ...sorting, limit: atOnce, ...cursor } },
        options,
      ),
    rowsOf: ({ items }) => items,
  })
  return { ...found, counts: found.data?.pages[0] }
}
