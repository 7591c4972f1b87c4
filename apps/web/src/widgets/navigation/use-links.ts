import { useQuery } from '@tanstack/react-query'
import { firstApi } from '../../api/initial-api.ts'
import { query } from '../../api/query.ts'
import { useSession } from '../../api/session.tsx'
import { hrefOf, paths } from '../../paths.ts'
import { useAfterFirstPaint } from '../use-after-first-paint.ts'

/** Configurable links with their defaults; support defaults to the account administrator. */
export function useLinks() {
  const isSettled = useAfterFirstPaint()
  const { state } = useSession()
  const { data: site } = useQuery({
    ...query(firstApi.publicConfig.get, {}),
    enabled: isSettled,
    staleTime: Infinity,
  })
  const account = state.status === 'member' ? state.user.account.email : undefined
  const support = site?.supportEmail ?? account
  return {
    blog: site?.blogUrl ?? hrefOf(paths.whatsNew),
    docs: site?.docsUrl ?? hrefOf(paths.docs),
    contact: support === undefined ? paths.contact : `mailto:${support}`,
  }
}
