import { configure } from '@testing-library/dom';

// A busy machine draws late: what comes within the second on an idle one still counts.
configure({ asyncUtilTimeout: 5_000 });
