import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../api/client.ts'
import { query } from '../api/query.ts'
import { useSession } from '../api/session.tsx'
import { paths } from '../paths.ts'

/** Asked for so late that nothing in sight waits for it. */
const settledAfterMs = 3000

/** Where the installation's own links lead: as configured, else the product's; support, else who runs the account. */
export function useLinks() {
  const [isSettled, setSettled] = useState(false)
  const { state } = useSession()
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), settledAfterMs)
    return () => clearTimeout(timer)
  }, [])
  const { data: site } = useQuery({
    ...query(api.site.get, {}),
    enabled: isSettled,
    staleTime: Infinity,
  })
  const account = state.status === 'member' ? state.user.account.email : undefined
  const support = site?.supportEmail ?? account
  return {
    blog: site?.blogUrl ?? paths.blog,
    docs: site?.docsUrl ?? paths.docs,
    contact: support === undefined ? paths.contact : `mailto:${support}`,
  }
}
