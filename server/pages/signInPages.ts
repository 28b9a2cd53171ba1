/** The pages for signed-out users, and those that links in emails open. */
export const SIGN_IN_PAGES = [
  { path: "/login", title: "Sign in", source: "login/Login.tsx" },
  { path: "/register", title: "Create your agency", source: "register/Register.tsx" },
  { path: "/join", title: "Join an agency", source: "login/Join.tsx" },
  { path: "/forgot", title: "Forgot password", source: "login/Forgot.tsx" },
  { path: "/reset", title: "New password", source: "login/Reset.tsx" },
  { path: "/verify", title: "Verify your email address", source: "login/Verify.tsx" },
];
