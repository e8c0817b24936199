#include <string>
#include <vector>

#include "retrograph/cli/verb.hpp"

int main(int argc, char** argv) {
  return retrograph::cli::run_command(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
}
