/** The password of everyone in the demo organization; outside demo mode none of them exists. */
export const DEMO_PASSWORD = 'caseload-demo-2026';

/** The accounts that the login page lists in demo mode, in this order. */
export const DEMO_SIGN_INS = [
  { label: 'Super Admin', email: 'superadmin@demo.caseload.example', password: DEMO_PASSWORD },
  { label: 'Admin', email: 'admin@demo.caseload.example', password: DEMO_PASSWORD },
  { label: 'Provider', email: 'provider@demo.caseload.example', password: DEMO_PASSWORD },
  { label: 'Service Lead', email: 'lead@demo.caseload.example', password: DEMO_PASSWORD },
  { label: 'Supervisor', email: 'supervisor@demo.caseload.example', password: DEMO_PASSWORD },
] as const;
