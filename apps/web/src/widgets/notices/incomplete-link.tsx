import { Link } from '@tanstack/react-router'
import { site } from '../../messages/site.ts'
import { paths } from '../../paths.ts'
import { EmptyState } from './empty-state.tsx'

/** Shown at the target of an emailed link that lacks its token. */
export const IncompleteLink = ({ title, hint }: { title: string; hint: string }) => (
  <EmptyState title={title} hint={hint} isPage>
    <Link data-target to={paths.dashboard} className="text-accent underline underline-offset-2">
      {site.notFound.back}
    </Link>
  </EmptyState>
)
