import {
  type AuditDeps,
  type AuditOptions,
  type AuditReport,
  auditRange,
  wholeReport,
} from '#api/ledger/audit.ts';

/** Audits a whole database in one go; operators audit it range by range, in parallel. */
export function audit(deps: AuditDeps, options: AuditOptions = {}): AuditReport {
  const everyone = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER };
  return wholeReport(deps, auditRange(deps, everyone, options));
}
