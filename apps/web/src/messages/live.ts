/** Scans that ended while one looks at a page. */
export const live = {
  arrived: 'New scans are available.',
  show: (count: number, isMore: boolean) =>
    `${count}${isMore ? '+' : ''} new ${count === 1 && !isMore ? 'scan' : 'scans'} · Show`,
  dismiss: 'Dismiss',
} as const
